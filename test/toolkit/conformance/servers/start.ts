/** Starts one of the servers of others on a free port, right or with one of its faults. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { bookFaults, createBooks } from './express/server.ts'
import { createTasks, taskFaults } from './fastify/server.ts'

export interface OtherServer {
  name: 'express' | 'fastify' | 'python'
  folder: string
  faults: readonly string[]
  /** The variables for its `conform.yaml`. */
  env: Record<string, string>
  /** @returns the target, and what ends it */
  start(fault?: string): Promise<{ target: string; close(): Promise<void> }>
}

const folderOf = (name: string) => join(import.meta.dirname, name)

export const noteFaults = [
  'tags-are-lost',
  'last-item-is-skipped',
  'forged-cursor-is-taken',
  'text-may-be-empty',
  'unknown-members-are-kept',
  'archived-are-listed',
  'change-is-not-stored',
  'writing-needs-no-scope',
  'created-is-a-number',
  'broken-json-is-500',
]

export const otherServers: OtherServer[] = [
  {
    name: 'express',
    folder: folderOf('express'),
    faults: bookFaults,
    env: { BOOKS_KEY: 'books-key' },
    async start(fault) {
      const server = createServer(createBooks(bookFaults.find((one) => one === fault)))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const close = async () => {
        server.closeAllConnections()
        await new Promise<void>((resolve) => server.close(() => resolve()))
      }
      return { target: `http://127.0.0.1:${port}`, close }
    },
  },
  {
    name: 'fastify',
    folder: folderOf('fastify'),
    faults: taskFaults,
    env: { TASKS_LOGIN: 'ada:lovelace' },
    async start(fault) {
      const app = createTasks(taskFaults.find((one) => one === fault))
      const target = await app.listen({ port: 0, host: '127.0.0.1' })
      const close = async () => {
        app.server.closeAllConnections()
        await app.close()
      }
      return { target, close }
    },
  },
  {
    name: 'python',
    folder: folderOf('python'),
    faults: noteFaults,
    env: { NOTES_WRITE: 'notes-write', NOTES_READ: 'notes-read' },
    async start(fault) {
      const child = spawn(
        'python3',
        [join(folderOf('python'), 'server.py'), '0', ...(fault ? [fault] : [])],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      const port = await new Promise<string>((resolve, reject) => {
        child.once('error', reject)
        child.once('exit', () => reject(new Error('The Python server ended before it was ready.')))
        let reported = ''
        child.stdout.on('data', (part: Buffer) => {
          reported += part.toString()
          // It may come in pieces.
          const [, found] = /^ready (\d+)\s/.exec(reported) ?? []
          if (found !== undefined) resolve(found)
        })
      })
      const close = async () => {
        const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
        child.kill('SIGKILL')
        await ended
      }
      return { target: `http://127.0.0.1:${port}`, close }
    },
  },
]
