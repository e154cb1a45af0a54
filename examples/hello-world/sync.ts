import type { CompositeSyncRequest, CompositeSyncResponse, Parent } from 'hookd';

interface Spec {
  who?: string;
}

interface Status {
  pods: number;
}

/** A HelloWorld is one Pod that says hello to `spec.who`. */
export default function sync({
  parent,
  children,
}: CompositeSyncRequest<Parent<Spec, Status>>): CompositeSyncResponse<Status> {
  const who = parent.spec?.who ?? 'World';
  return {
    status: { pods: Object.keys(children['Pod.v1'] ?? {}).length },
    children: [
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: parent.metadata.name },
        spec: {
          restartPolicy: 'OnFailure',
          containers: [{ name: 'hello', image: 'busybox:1.37.0', command: ['echo', `Hello, ${who}!`] }],
        },
      },
    ],
  };
}
