/** Runs a program in its process: output, progress, exit code. */
import type { Terminal } from './command.ts'
import { INTERNAL_ERROR } from './exitCodes.ts'
import { failureOf } from './failure.ts'
import { painter, showsColors } from './output.ts'
import { startProgressLine } from './progressLine.ts'
import { type ProgramParts, runProgram } from './runProgram.ts'

/** The parts of Node's `process` that a program needs. */
type Process = Pick<NodeJS.Process, 'argv' | 'env' | 'stdout' | 'stderr'> & {
  exitCode?: NodeJS.Process['exitCode']
}

/**
 * @param parts `failure`: the exit code of errors that the user can fix and that are not about the command line
 * @param process Node's own; its `exitCode` is set
 */
export async function startProgram(
  parts: ProgramParts & { failure: number },
  process: Process,
): Promise<void> {
  // Timers of a command do not prevent the process from ending. Without this one, waiting for them would end it with code 13.
  const alive = setInterval(() => {}, 2 ** 31 - 1)
  let lost: Error | undefined
  // A reader such as `head` may close the pipe. The command still ends its work, such as deleting what it created.
  const onError = (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', onError)
  const report = (message: string, code: number) => {
    const colors = showsColors(process.env, process.stderr.isTTY)
    process.stderr.write(`${painter({ colors })('red', `${parts.name}:`)} ${message}\n`)
    process.exitCode = code
  }
  try {
    process.exitCode = await runProgram(parts, process.argv.slice(2), terminalOf(process))
  } catch (error) {
    const word = process.argv[2] ?? ''
    const entry = Object.hasOwn(parts.commands, word) ? parts.commands[word] : undefined
    const { message, code } = failureOf(error, entry?.failure ?? parts.failure)
    report(message, code)
  }
  // Streams report errors of the last writes on a later turn.
  await new Promise(setImmediate)
  if (lost !== undefined)
    report(`The output cannot be written: ${lost.message}. Write it to another place.`, INTERNAL_ERROR)
  clearInterval(alive)
}

function terminalOf({ env, stdout, stderr }: Process): Terminal {
  return {
    env,
    ...(stdout.isTTY && { columns: stdout.columns }),
    isInteractive: stderr.isTTY,
    colors: showsColors(env, stdout.isTTY),
    warn: (line) => void stderr.write(`${line}\n`),
    print: (line) => void stdout.write(`${line}\n`),
    ...(stderr.isTTY && {
      progressLine: (label: string) => startProgressLine(stderr.fd, label),
      progress: (line, last) => void stderr.write(`\r\u001b[K${last ? '' : line}`),
    }),
    ...(stdout.isTTY && {
      screen: {
        // To the top left, over the old lines, and clear what is below: nothing flickers.
        draw: (lines) =>
          void stdout.write(`\u001b[H${lines.map((line) => `${line}\u001b[K\n`).join('')}\u001b[J`),
        size: () => ({ columns: stdout.columns, rows: stdout.rows }),
      },
    }),
  }
}
