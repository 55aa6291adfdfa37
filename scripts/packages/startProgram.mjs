/** Programs that serve until they are stopped. */
import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

/** Starts a program that continues, and waits until it prints what is expected. */
export function startProgram(node, cwd, args, pattern) {
  const child = spawn(node.path, args, { cwd, env: node.env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let printed = ''
  return new Promise((resolve, reject) => {
    const look = (text) => {
      printed += text
      // Some programs print colors where `CI` is set.
      const match = pattern.exec(stripVTControlCharacters(printed))
      if (match !== null) {
        const stop = () => {
          child.kill('SIGTERM')
          return ended
        }
        resolve({ match, stop })
      }
    }
    child.stdout.setEncoding('utf8').on('data', look)
    child.stderr.setEncoding('utf8').on('data', look)
    void ended.then((code) => reject(new Error(`${args.slice(1).join(' ')} ended with ${code}: ${printed}`)))
  })
}
