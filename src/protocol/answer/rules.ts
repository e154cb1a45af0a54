/**
 * How much a broken rule matters.
 * - `by mode`: a warning, but an error if the hook's `responseUnMarshallMode` is strict, because Metacontroller then
 *   refuses the answer.
 * - `by style`: an error, but a warning for hooks in the style of nodejs-server.
 */
export type Severity = 'error' | 'warning' | 'by mode' | 'by style';

/** One row of the rule table. */
export interface RuleRow {
  readonly severity: Severity;
  /** Why the severity cannot be changed; undefined if it can. */
  readonly fixed?: string;
  /** What is wrong, and what Metacontroller would do. */
  readonly meaning: string;
  /** What the author of the hook should do. */
  readonly change: string;
}

/**
 * The rules for answers. Logs, metrics and `--rule` use their names, so a rule is never renamed. `docs/contract.md` lists
 * the same rules; a test holds the two equal.
 */
export const ruleTable = {
  'response-not-object': {
    severity: 'error',
    fixed: 'Metacontroller could not read the answer',
    meaning:
      'The answer is not an object, so Metacontroller cannot decode it, or takes `null` for "delete everything".',
    change: 'Return an object such as `{status, children}`.',
  },
  'list-not-array': {
    severity: 'error',
    meaning: '`children`, `attachments` or `relatedResources` is not an array.',
    change: 'Return a flat list, not the map by kind and name that the request carries.',
  },
  'child-not-object': {
    severity: 'error',
    meaning: 'An entry of `children` or `attachments` is not an object; a `null` crashes the sync of this parent.',
    change: 'Leave the entry out of the list, or return an object.',
  },
  'missing-api-version': {
    severity: 'error',
    meaning: 'An object has no `apiVersion`, or one that is not a string.',
    change: 'Set `apiVersion`, for instance `v1` or `apps/v1`.',
  },
  'invalid-api-version': {
    severity: 'error',
    meaning: 'An `apiVersion` has more than one slash; Metacontroller then cannot tell the kind.',
    change: 'Write `version` for core objects, `group/version` for all others.',
  },
  'missing-kind': {
    severity: 'error',
    meaning: 'A child has no `kind`, or one that is not a string; Metacontroller refuses the whole answer.',
    change: 'Set `kind`, for instance `Pod`.',
  },
  'metadata-not-object': {
    severity: 'error',
    meaning: 'A `metadata` is not an object.',
    change: 'Set `metadata` to an object with a `name`.',
  },
  'missing-name': {
    severity: 'error',
    meaning: 'A child has no `metadata.name`; with `generateName` each sync would create another one.',
    change: "Set `metadata.name` to a name derived from the parent's.",
  },
  'undeclared-version': {
    severity: 'error',
    meaning: 'The controller declares the kind of a child in another version; it would be deleted and created in turn.',
    change: 'Set `apiVersion` to the version that the controller declares.',
  },
  'invalid-namespace': {
    severity: 'error',
    meaning: 'A `metadata.namespace` is not a string.',
    change: "Set it to a string, or leave it out for the parent's namespace.",
  },
  'other-namespace': {
    severity: 'error',
    meaning: "A namespaced parent's child is in another namespace, where the parent cannot own it.",
    change: "Leave `metadata.namespace` out, or set it to the parent's.",
  },
  'label-not-string': {
    severity: 'error',
    meaning: "A child's `metadata.labels` is not an object of strings.",
    change: 'Make every label a string, for instance `"8080"` for the number 8080.',
  },
  'label-mismatch': {
    severity: 'error',
    meaning: "A child's labels do not match the parent's `spec.selector`; Metacontroller refuses the whole answer.",
    change: 'Add the labels to the child, or set `spec.generateSelector: true` on the controller.',
  },
  'annotation-not-string': {
    severity: 'error',
    meaning: "A child's `metadata.annotations` is not an object of strings; Metacontroller would drop all of them.",
    change: 'Make every annotation a string.',
  },
  'duplicate-child': {
    severity: 'error',
    meaning: 'Two entries are the same object (group, kind, namespace, name); only the last one would count.',
    change: 'Return each object once.',
  },
  'missing-children': {
    severity: 'error',
    meaning: '`children` or `attachments` is missing while some were observed: Metacontroller would delete them all.',
    change: 'Return every child that should stay, or an explicit `[]` to delete them.',
  },
  'null-children': {
    severity: 'by style',
    meaning: '`children` or `attachments` is `null` while some were observed: Metacontroller would delete them all.',
    change: 'Write the `else` of the `if` that gave `null`, or return an explicit `[]` to delete them.',
  },
  'status-not-object': {
    severity: 'error',
    meaning: '`status` is neither an object nor `null`.',
    change: 'Return an object.',
  },
  'resync-not-number': {
    severity: 'error',
    meaning: '`resyncAfterSeconds` is not a finite number.',
    change: 'Return a number of seconds, or leave the field out.',
  },
  'finalized-not-boolean': {
    severity: 'error',
    meaning: '`finalized` is not a boolean.',
    change: 'Return `true` or `false`.',
  },
  'decoration-not-string': {
    severity: 'error',
    meaning: "A decorator's `labels` or `annotations` is not an object whose values are strings or `null`.",
    change: 'Return a string to set the key, `null` to delete it.',
  },
  'related-not-object': {
    severity: 'error',
    meaning: 'An entry of `relatedResources` is not an object.',
    change: 'Return objects with `apiVersion` and `resource`.',
  },
  'missing-resource': {
    severity: 'error',
    meaning: 'An entry of `relatedResources` has no `resource`.',
    change: 'Set `resource` to the lowercase plural name, for instance `configmaps`.',
  },
  'related-field-type': {
    severity: 'error',
    meaning: 'A field of an entry of `relatedResources` has the wrong type.',
    change: '`names` is an array of strings, `namespace` a string, both selectors are objects.',
  },
  'excluded-combination': {
    severity: 'error',
    meaning:
      'An entry of `relatedResources` combines `names` with a selector, or `namespace` with `namespaceSelector`.',
    change: 'Keep one of them; split the entry in two if you want both.',
  },
  'related-other-namespace': {
    severity: 'error',
    meaning: 'Under hook version v1, a namespaced parent asks for related objects of another namespace.',
    change: "Leave `namespace` out, or set the customize hook's `version: v2`.",
  },
  'invalid-selector': {
    severity: 'error',
    meaning: 'A selector of `relatedResources` is one that Kubernetes refuses.',
    change: 'Correct the key, the operator or the values.',
  },
  'not-json': {
    severity: 'error',
    fixed: 'there would be nothing to send',
    meaning: 'The answer holds NaN, an infinity, a BigInt, a Promise or a cycle, which JSON cannot express.',
    change: 'Return plain data.',
  },
  'too-deep': {
    severity: 'error',
    fixed: 'there would be nothing to send',
    meaning: 'The answer is nested more than 1,000 levels deep.',
    change: 'Return a flatter object.',
  },
  'unknown-field': {
    severity: 'by mode',
    meaning: 'A field that Metacontroller does not know: dropped in loose mode, the answer refused in strict mode.',
    change: 'Correct the name or remove the field.',
  },
  'undeclared-kind': {
    severity: 'warning',
    meaning:
      'The controller does not declare the kind of a child: it is created once, then neither updated nor deleted.',
    change: 'Declare the resource in `spec.childResources` or `spec.attachments`.',
  },
  'observed-field': {
    severity: 'warning',
    meaning: 'A child carries a field that the API server sets; echoing it back causes endless updates.',
    change: 'Return only the fields that the hook decides on.',
  },
  'missing-namespace': {
    severity: 'warning',
    meaning: "A cluster-scoped parent's child is of a namespaced kind but has no namespace; the API server refuses it.",
    change: 'Set `metadata.namespace`.',
  },
  'null-field': {
    severity: 'warning',
    meaning: 'A field is `null`; the API server drops it, so desired and observed differ forever.',
    change: 'Leave the field out.',
  },
  'missing-status': {
    severity: 'warning',
    meaning: "A CompositeController's answer has no `status`, which wipes the parent's status.",
    change: 'Return `status`, at least `{}`.',
  },
  'missing-finalized': {
    severity: 'warning',
    meaning: 'A finalize answer has no `finalized`, so the parent stays until one says `true`.',
    change: 'Return `finalized`: `true` once the observed children are gone, `false` before.',
  },
  'finalized-in-sync': {
    severity: 'warning',
    meaning: 'A sync answer has `finalized: true` although there is a finalize hook; each sync removes the finalizer.',
    change: 'Return `finalized: true` only if the request says `finalizing`.',
  },
  'negative-resync': {
    severity: 'warning',
    meaning: '`resyncAfterSeconds` is negative, which Metacontroller ignores.',
    change: 'Return a positive number of seconds, or leave the field out.',
  },
  'large-object': {
    severity: 'warning',
    meaning:
      'A child is larger than 256 KiB, which its annotation `last-applied-configuration` may hold, or than 1 MiB, near the 1.5 MiB that etcd accepts.',
    change: 'Split the object, for instance into several ConfigMaps.',
  },
  'integer-loss': {
    severity: 'warning',
    meaning:
      'An integer beyond 2^53 lost its digits: two of the request are the same number to a hook, or the hook wrote the text.',
    change: 'Leave the field out, or compute the value from a string.',
  },
  'dropped-value': {
    severity: 'warning',
    meaning: 'A value that JSON drops or empties: a function, a symbol, a Map, a Set, `undefined` in an array.',
    change: 'Return plain data; leave the key or the entry out if there is no value.',
  },
  'date-value': {
    severity: 'warning',
    meaning: 'A Date is sent with milliseconds, which Kubernetes cuts off, so desired and observed differ forever.',
    change: 'Return a string such as `2024-01-01T00:00:00Z`.',
  },
} as const satisfies Record<string, RuleRow>;

/** Name of a rule. */
export type Rule = keyof typeof ruleTable;
