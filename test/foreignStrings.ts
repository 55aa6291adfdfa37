/** Text as an attacker writes it into names, ids and messages, and what must not remain of it in any output. */
import fc from 'fast-check'

const PIECES = [
  '\n',
  '\r\n',
  '\r',
  '\t',
  '\u001b[31m',
  '\u001b]8;;http://x\u0007',
  '\u009b2J',
  '\u007f',
  '\u0000',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '::error file=a.ts,line=1::forged',
  '::set-output name=x::y',
  '##[error]forged',
  '##vso[task.logissue type=error]forged',
  "##teamcity[message text='forged']",
  '## forged',
  ' ',
  '<b>&"\'',
  ']]>',
]

export const foreignStrings: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 8 })
  .map((pieces) => pieces.join(''))

/** Anything that a terminal acts on, but the line breaks. */
export const RAW_CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

/** A line that a CI reads as a command. */
export const COMMAND = /^\s*(::|##)|##[\w-]*\[/m
