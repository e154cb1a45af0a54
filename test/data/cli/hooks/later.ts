import { RetryLater } from 'hookd';

export default function later() {
  throw new RetryLater(7, 'the database is not there yet');
}
