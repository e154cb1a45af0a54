/**
 * What `import … from 'hookd'` gives to a hook at run time: the part of the public surface that hooks use, without the
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
