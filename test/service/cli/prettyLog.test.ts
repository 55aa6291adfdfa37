/** The log at a terminal. */
import { expect, test } from 'vitest'
import { createLogger } from '../../../src/service/cli/serve/logger.ts'
import { prettyLog } from '../../../src/service/cli/serve/prettyLog.ts'

function logged(colors: boolean) {
  const lines: string[] = []
  return {
    lines,
    log: createLogger(
      'info',
      prettyLog(colors, (text) => void lines.push(text)),
    ),
  }
}

test('shows time, level, message and fields in one line, without secrets', () => {
  const { lines, log } = logged(false)
  log.info({ port: 8443, key: 'sk_live_1' }, 'listening')
  log.warn('almost full')
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d INFO {2}listening port=8443 key=\[redacted\]\n$/)
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d WARN {2}almost full\n$/)
})

test('shows the stack of an error below it, and colors on a terminal', () => {
  const { lines, log } = logged(true)
  log.error({ err: new Error('disk full') }, 'stopped')
  expect(lines[0]).toContain('\u001b[31mERROR\u001b[39m stopped')
  expect(lines[0]).toMatch(/\n {2}Error: disk full\n {4,}at /)
})

test('escapes control characters of what it logs', () => {
  const { lines, log } = logged(false)
  log.info({ path: '/a\u001b[2J' }, 'request')
  expect(lines.join('')).not.toContain('\u001b')
})
