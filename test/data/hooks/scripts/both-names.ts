import { childrenOf } from 'hookd';
import * as hookd from 'metacontroller-hookd';
export default () => ({ same: childrenOf === hookd.childrenOf });
