/**
 * What go-jsonnet says if an argument has the wrong type, by function and place. `%s` stands for its type. All other
 * functions say `Unexpected type null, expected string`.
 */
export const argumentErrors: Readonly<Record<string, readonly (string | undefined)[]>> = {
  abs: ['std.abs expected number, got %s'],
  sign: ['std.sign expected number, got %s'],
  max: ['std.max first param expected number, got %s', 'std.max second param expected number, got %s'],
  min: ['std.min first param expected number, got %s', 'std.min second param expected number, got %s'],

  substr: [
    'substr first parameter should be a string, got %s',
    'substr second parameter should be a number, got %s',
    'substr third parameter should be a number, got %s',
  ],
  findSubstr: [
    'findSubstr first parameter should be a string, got %s',
    'findSubstr second parameter should be a string, got %s',
  ],
  split: ['std.split first parameter must be a String, got %s', 'std.split second parameter must be a String, got %s'],
  parseOctal: ['Expected string, got %s'],
  parseHex: ['Expected string, got %s'],
  base64: ['base64 can only base64 encode strings / arrays of single bytes, got %s'],
  base64Decode: ['base64DecodeBytes requires a string, got %s'],
  base64DecodeBytes: ['base64DecodeBytes requires a string, got %s'],
  manifestYamlStream: ['manifestYamlStream only takes arrays, got %s'],

  map: ['std.map first param must be function, got %s', 'std.map second param must be array / string, got %s'],
  mapWithIndex: [
    'std.mapWithIndex first param must be function, got %s',
    'std.mapWithIndex second param must be array, got %s',
  ],
  filterMap: [
    'std.filterMap first param must be function, got %s',
    'std.filterMap second param must be function, got %s',
    'std.filterMap third param must be array, got %s',
  ],
  flatMap: [undefined, 'std.flatMap second param must be array / string, got %s'],
  foldl: [undefined, 'foldl second parameter should be string or array, got %s'],
  foldr: [undefined, 'foldr second parameter should be string or array, got %s'],
  repeat: ['std.repeat first argument must be an array or a string'],
  slice: ['std.slice accepts a string or an array, but got: %s'],
  join: ['join first parameter should be string or array, got %s'],
  deepJoin: ['Expected string or array, got %s'],
  member: ['std.member first argument must be an array or a string'],
  find: [undefined, 'find second parameter should be an array, got %s'],
  all: ['all() parameter should be an array, got %s'],
  any: ['any() parameter should be an array, got %s'],
  mapWithKey: [
    'std.mapWithKey first param must be function, got %s',
    'std.mapWithKey second param must be object, got %s',
  ],
};
