import type { CompositeSyncRequest, CompositeSyncResponse } from 'hookd';

export default (request: CompositeSyncRequest): CompositeSyncResponse => ({
  status: { name: request.parent.metadata.nmae },
  children: 5,
});
