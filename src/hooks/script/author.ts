/**
 * What a hook gets from `import … from 'metacontroller-hookd'` at run time: the part of the public API that hooks use, without the
 * server, so that a worker starts quickly.
 */
export {
  attachment,
  attachmentsOf,
  child,
  childrenOf,
  relatedObject,
  relatedOf,
} from '../../protocol/author/accessors.js';
export { RetryLater } from '../../retry-later.js';
