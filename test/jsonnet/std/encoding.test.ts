import { checkRows } from './rows.js';

checkRows('encoding', [
  {
    name: 'UTF-8',
    code: '[std.encodeUTF8("aé😀"), std.encodeUTF8(""), std.decodeUTF8([97, 195, 169, 240, 159, 152, 128]), std.decodeUTF8(arr=[])]',
    value: [[97, 195, 169, 240, 159, 152, 128], [], 'aé😀', ''],
  },
  {
    name: 'decodeUTF8 replaces bytes that are not UTF-8',
    code: 'std.decodeUTF8([255, 65, 239, 187, 191])',
    value: '\ufffdA\ufeff',
  },
  {
    name: 'decodeUTF8 beyond a byte',
    code: 'std.decodeUTF8([1, 256])',
    error: 'Bytes must be integers in range [0, 255], got 256',
  },
  { name: 'decodeUTF8 of a fraction', code: 'std.decodeUTF8([17.5])', error: 'Expected an integer, but got 17.5' },
  { name: 'decodeUTF8 of strings', code: 'std.decodeUTF8(["a"])', error: 'Unexpected type string, expected number' },
  {
    name: 'base64',
    code: '[std.base64("Hello World!"), std.base64("Hello World"), std.base64("Hello Worl"), std.base64(""), std.base64([255, 254]), std.base64(input="é")]',
    value: ['SGVsbG8gV29ybGQh', 'SGVsbG8gV29ybGQ=', 'SGVsbG8gV29ybA==', '', '//4=', 'w6k='],
  },
  {
    name: 'base64 beyond a byte',
    code: 'std.base64("a🎉")',
    error: 'base64 encountered invalid codepoint value in the array (must be 0 <= X <= 255), got 127881',
  },
  {
    name: 'base64 of bytes beyond a byte',
    code: 'std.base64([-1])',
    error: 'base64 encountered invalid codepoint value in the array (must be 0 <= X <= 255), got -1',
  },
  {
    name: 'base64 of a number',
    code: 'std.base64(1)',
    error: 'base64 can only base64 encode strings / arrays of single bytes, got number',
  },
  {
    name: 'base64 back',
    code: '[std.base64Decode("SGVsbG8gV29ybA=="), std.base64DecodeBytes("//4="), std.base64Decode(str=""), std.base64Decode("w6k=")]',
    value: ['Hello Worl', [255, 254], '', 'é'],
  },
  {
    name: 'each byte that is not UTF-8 becomes a U+FFFD of its own',
    code: '[std.decodeUTF8([240, 159, 152, 65]), std.decodeUTF8([237, 160, 128, 195, 169, 255]), std.base64Decode("8J+YQQ==")]',
    value: ['\ufffd\ufffd\ufffdA', '\ufffd\ufffd\ufffdé\ufffd', '\ufffd\ufffd\ufffdA'],
  },
  {
    name: 'base64 of an array of strings',
    code: 'std.base64(["a"])',
    error: 'base64 encountered a non-integer value in the array, got string',
  },
  {
    name: 'base64Decode counts the bytes of other characters',
    code: 'std.base64Decode("é")',
    error: 'input string appears not to be a base64 encoded string. Wrong length found (2)',
  },
  {
    name: 'base64Decode of a wrong length',
    code: 'std.base64Decode("wrong")',
    error: 'input string appears not to be a base64 encoded string. Wrong length found (5)',
  },
  {
    name: 'base64Decode of other characters',
    code: 'std.base64Decode("YQ!=")',
    error: 'failed to decode: illegal base64 data at input byte 2',
  },
  {
    name: 'base64DecodeBytes with padding in the middle',
    code: 'std.base64DecodeBytes("YQ==YQ==")',
    error: 'failed to decode: illegal base64 data at input byte 4',
  },
  {
    name: 'hashes',
    code: '{ [f]: [std[f](""), std[f]("é😀")] for f in ["md5", "sha1", "sha256", "sha512", "sha3"] }',
    value: {
      md5: ['d41d8cd98f00b204e9800998ecf8427e', '62b3afe3b01f6f80152b567d9b216cde'],
      sha1: ['da39a3ee5e6b4b0d3255bfef95601890afd80709', '9c286deb5d7549eafd1dcb2b58e0b573bc1b4a97'],
      sha256: [
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        '1184d1f608158eea09d297565575892231550c403aaa913008d867a97cfd5c76',
      ],
      sha512: [
        'cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e',
        '905df5023edc4edc358c113332a55dca6709162a84b6f43b05023118d34393a6ae82e03821d6cdbee1e11e1d1d7625aad31e7717590b43e4166a2272bfaeb22f',
      ],
      sha3: [
        'a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e9402c3ac558f500199d95b6d3e301758586281dcd26',
        'd9a8d05ff230ba470966d0cad1a62dd3056c53796ad3105e7e65f2b5655b7b6013b8fba8575d6330b3960a9b52ad8fe06790f3c7ac68ab1449ce5de0186a8130',
      ],
    },
  },
  { name: 'a hash by name', code: 'std.md5(s="grape")', value: 'b781cbb29054db12f88f08c6e161c199' },
  { name: 'a hash of a number', code: 'std.sha256(1)', error: 'Unexpected type number, expected string' },
]);
