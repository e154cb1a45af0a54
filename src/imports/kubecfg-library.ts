/**
 * The text of `kubecfg.libsonnet`, which every hook can import: functions of our own, with the names and parameters of
 * those in kubecfg's library. It is a string and not a file because the compiler copies only TypeScript to the build.
 */
export const kubecfgLibrary = `// Helpers for hooks, with the names and parameters of kubecfg's library of the same name.
local isObject = std.isObject;

// True if the value has the apiVersion and the kind of a Kubernetes object.
local isK8sObject(value) =
  isObject(value) && std.objectHas(value, 'apiVersion') && std.objectHas(value, 'kind');

// A v1 List is a Kubernetes object, but it stands for its items; other kinds of lists are objects, as in kubecfg.
local isList(value) = isK8sObject(value) && value.apiVersion == 'v1' && value.kind == 'List';

local unexpected(name, value) =
  error name + ' found neither an object nor an array of objects, but ' + std.type(value);

local deepMap(func, value) =
  if isList(value) then value { items: [deepMap(func, item) for item in super.items] }
  else if isK8sObject(value) then func(value)
  else if isObject(value) then std.mapWithKey(function(_, child) deepMap(func, child), value)
  else if std.isArray(value) then [deepMap(func, item) for item in value]
  else if value == null then null
  else unexpected('deepMap', value);

local fold(func, value, init) =
  if isList(value) then std.foldl(function(acc, item) fold(func, item, acc), value.items, init)
  else if isK8sObject(value) then func(init, value)
  else if isObject(value) then
    std.foldl(function(acc, name) fold(func, value[name], acc), std.objectFields(value), init)
  else if std.isArray(value) then std.foldl(function(acc, item) fold(func, item, acc), value, init)
  else if value == null then init
  else unexpected('fold', value);

// An array with the value at the end of a chain of field names; an empty array if a field is missing. Fails if a value on
// the way is not an object.
local walk(value, names, hidden) =
  std.foldl(
    function(found, name)
      if std.length(found) == 1 && std.objectHasEx(found[0], name, hidden) then [found[0][name]] else [],
    names,
    [value]
  );

// Puts an object under a name; fails if there is one already.
local place(name, object) = {
  assert !(name in super) : 'there are two objects %s %s' % [object.kind, name],
  [name]: object,
};

local gvk(object) = object.apiVersion + '.' + object.kind;

{
  // parseJson(json): the value of a JSON text.
  parseJson:: std.native('parseJson'),

  // parseYaml(yaml): the documents of a YAML text, as an array.
  parseYaml:: std.native('parseYaml'),

  // manifestJson(json, indent): a value as JSON text, indented by that many spaces per level.
  manifestJson(json, indent=4):: std.native('manifestJson')(json, indent),

  // manifestYaml(json): a value as one YAML document.
  manifestYaml:: std.native('manifestYaml'),

  // escapeStringRegex(str): a regular expression that matches exactly this text.
  escapeStringRegex:: std.native('escapeStringRegex'),

  // regexMatch(regex, string): whether the text contains a match of the regular expression (Go's syntax).
  regexMatch:: std.native('regexMatch'),

  // regexSubst(regex, src, repl): the text with every match replaced; $1 and \${name} stand for groups.
  regexSubst:: std.native('regexSubst'),

  // resolveImage(image): the image's full name, with its digest if hookd runs with --resolve-images registry.
  resolveImage:: std.native('resolveImage'),

  // parseHelmChart(chartData, releaseName, namespace, values, capabilities): the objects that a helm chart renders to, by
  // template path. chartData holds the bytes of the .tgz, as importbin gives them.
  parseHelmChart(chartData, releaseName, namespace, values, capabilities={})::
    std.native('parseHelmChart')(chartData, releaseName, namespace, values, capabilities),

  // validateJSONSchema(obj, schema): true, or an error that lists what is wrong.
  validateJSONSchema:: std.native('validateJSONSchema'),

  // toOverlay(v): an object that extends the one it is added to at every depth, as if all its fields were written with
  // "+:". Arrays and scalars replace.
  toOverlay(v)::
    if isObject(v) then
      std.foldl(
        function(overlay, name)
          overlay + (if isObject(v[name]) then { [name]+: $.toOverlay(v[name]) } else { [name]: v[name] }),
        std.objectFields(v),
        {}
      )
    else v,

  // isK8sObject(o): whether o has an apiVersion and a kind.
  isK8sObject(o):: isK8sObject(o),

  // deepMap(func, o): o with func applied to every Kubernetes object in it, at any depth and inside Lists.
  deepMap(func, o):: deepMap(func, o),

  // fold(func, o, init): func(accumulator, object) over every Kubernetes object in o, at any depth.
  fold(func, o, init):: fold(func, o, init),

  // getPath(obj, path, default, inc_hidden): the value at a path of field names joined with dots.
  getPath(obj, path, default=null, inc_hidden=true)::
    local found = walk(obj, std.split(path, '.'), inc_hidden);
    if std.length(found) == 0 then default else found[0],

  // objectHasPath(obj, path, inc_hidden): whether there is a field at the path.
  objectHasPath(obj, path, inc_hidden=false):: std.length(walk(obj, std.split(path, '.'), inc_hidden)) == 1,

  // objectHasPathAll(obj, path): the same, but hidden fields count.
  objectHasPathAll(obj, path):: self.objectHasPath(obj, path, inc_hidden=true),

  // Accumulators for fold.
  layouts:: {
    // gvkName: {'apiVersion.kind': {name: object}}
    gvkName(accum, o):: accum {
      [gvk(o)]+: place(o.metadata.name, o),
    },

    // gvkNsName: {'apiVersion.kind': {namespace: {name: object}}}, with the namespace _ for objects without one.
    gvkNsName(accum, o):: accum {
      [gvk(o)]+: { [std.get(o.metadata, 'namespace', '_')]+: place(o.metadata.name, o) },
    },
  },
}
`;
