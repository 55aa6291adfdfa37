/** Exit codes of every command of both programs, for the help, the reference page and the code. */
export const EXIT_CODES = [
  [0, 'Success; nothing was found.'],
  [
    1,
    'Findings: an error, a breaking change, a failed check. For commands of the service: it rejected the request.',
  ],
  [2, 'The command line is wrong, or an input cannot be read.'],
  [3, 'The target does not respond.'],
  [70, 'Internal error of the program, or its output cannot be written.'],
  [130, 'Interrupted with Ctrl+C, or conform and mutate with SIGTERM.'],
] as const

/** EX_SOFTWARE of sysexits.h. */
export const INTERNAL_ERROR = 70

export const UNREACHABLE = 3

export const exitCodesText = (): string =>
  ['Exit codes:', ...EXIT_CODES.map(([code, meaning]) => `  ${String(code).padEnd(5)}${meaning}`)].join('\n')
