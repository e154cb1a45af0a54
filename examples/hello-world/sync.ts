import type { CompositeSyncRequest, CompositeSyncResponse, Parent } from 'metacontroller-hookd';
import { childrenOf } from 'metacontroller-hookd';

interface Status {
  pods: number;
}

/** Nobody has to say whom to greet, so `spec` may be missing altogether. */
type HelloWorld = Parent<{ who?: string } | undefined, Status>;

/** A HelloWorld is one Pod that says hello to `spec.who`. */
export default function sync(request: CompositeSyncRequest<HelloWorld>): CompositeSyncResponse<Status> {
  const { metadata, spec } = request.parent;
  return {
    status: { pods: childrenOf(request, 'Pod.v1').length },
    children: [
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: metadata.name },
        spec: {
          restartPolicy: 'OnFailure',
          containers: [
            { name: 'hello', image: 'busybox:1.37.0', command: ['echo', `Hello, ${spec?.who ?? 'World'}!`] },
          ],
        },
      },
    ],
  };
}
