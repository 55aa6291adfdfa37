import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ManualClock } from '../../harness/clock.ts'
import { GET, plain, secure, start, useListeners } from './rawClient.ts'

useListeners()

/** A listener whose requests wait for the test's response. */
async function waiting() {
  const clock = new ManualClock()
  const asked: ((response: ServerResponse) => void)[] = []
  const listener = await start({ clock, handler: (_, response) => asked.shift()?.(response) })
  const next = () => new Promise<ServerResponse>((resolve) => asked.push(resolve))
  return { clock, listener, next }
}

test('a request under way is finished and its connection then ends', async () => {
  const { listener, next } = await waiting()
  const socket = await secure(listener.port)
  const arrived = next()
  socket.write(`${GET}\r\n`)
  const response = await arrived
  const closed = listener.close(10_000)
  await expect(plain(listener.port)).rejects.toThrow('ECONNREFUSED')
  response.end('finished')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200.*Connection: close.*finished/s)
  expect(await closed).toBe(0)
})

test('a connection kept for a next request is closed at once', async () => {
  const { listener, next } = await waiting()
  const socket = await secure(listener.port)
  const arrived = next()
  socket.write(`${GET}\r\n`)
  ;(await arrived).end('first')
  await once(socket, 'data')
  const ended = once(socket, 'close')
  socket.resume()
  expect(await listener.close(10_000)).toBe(0)
  await ended
})

test('a request sent before the shutdown is answered, even when the server had not looked at it', async () => {
  const { listener, next } = await waiting()
  const socket = await secure(listener.port)
  const first = next()
  socket.write(`${GET}\r\n`)
  ;(await first).end('first')
  await once(socket, 'data')
  const second = next()
  await new Promise<void>((sent) => socket.write(`${GET}\r\n`, () => sent()))
  const closed = listener.close(10_000)
  ;(await second).end('second')
  expect(await text(socket)).toContain('second')
  expect(await closed).toBe(0)
})

test('requests behind one whose connection is lost have ended with it', async () => {
  const events = new EventEmitter()
  const ended: boolean[] = []
  const observer = {
    began: () => (responded: boolean) => {
      if (ended.push(responded) === 3) events.emit('over')
    },
    rejected() {},
  }
  let asked = 0
  const listener = await start({
    clock: new ManualClock(),
    observer,
    handler(_, response) {
      if (++asked > 1) response.end('waits for its turn')
      if (asked === 3) events.emit('asked')
    },
  })
  const socket = await secure(listener.port)
  const arrived = once(events, 'asked')
  socket.write(`${GET}\r\n${GET}\r\n${GET}\r\n`)
  await arrived
  const over = once(events, 'over')
  socket.destroy()
  await over
  expect(ended).toEqual([true, false, false])
  expect(await listener.close(10_000)).toBe(0)
})

test('a connection that has asked nothing may stay for a second', async () => {
  const { clock, listener } = await waiting()
  const socket = await secure(listener.port)
  const closed = listener.close(10_000)
  const ended = text(socket)
  await clock.advance(1_000)
  expect(await closed).toBe(0)
  expect(await ended).toBe('')
})

test('what is not finished at the deadline is cut and counted', async () => {
  const { clock, listener, next } = await waiting()
  const socket = await secure(listener.port)
  const arrived = next()
  socket.write(`${GET}\r\n`)
  await arrived
  const closed = listener.close(10_000)
  const ended = text(socket)
  await clock.advance(9_999)
  expect(socket.readableEnded).toBe(false)
  await clock.advance(1)
  expect(await closed).toBe(1)
  await ended.catch(() => {})
})
