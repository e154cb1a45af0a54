import { RetryLater } from 'hookd';

export default () => {
  throw new RetryLater(2.5, 'the volume is not there yet');
};
