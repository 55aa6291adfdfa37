/** The extension for VS Code starts the language server that this package has. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Manifest {
  version: string
  main: string
  contributes: { configuration: { properties: Record<string, { default: string[]; scope: string }> } }
}

const manifest = JSON.parse(readFileSync('editors/vscode/package.json', 'utf8')) as Manifest

it('has the version of the package', () => {
  const { version } = JSON.parse(readFileSync('src/toolkit/package.json', 'utf8')) as { version: string }
  expect(manifest.version).toBe(version)
})

it('starts the configured command in the workspace, and again after a restart', async () => {
  const started: unknown[] = []
  let stops = 0
  const commands = new Map<string, () => Promise<void>>()
  const command = manifest.contributes.configuration.properties['specwright.command']
  class LanguageClient {
    constructor(...given: unknown[]) {
      started.push(given[2])
    }
    async start() {}
    async stop() {
      stops++
    }
  }
  const modules: Record<string, unknown> = {
    vscode: {
      commands: { registerCommand: (name: string, run: () => Promise<void>) => commands.set(name, run) },
      workspace: {
        workspaceFolders: [{ uri: { fsPath: '/project' } }],
        getConfiguration: () => ({ get: () => command?.default }),
      },
    },
    'vscode-languageclient/node': { LanguageClient },
  }
  const exported: { activate?(context: object): Promise<void>; deactivate?(): Promise<void> } = {}
  const source = readFileSync(`editors/vscode/${manifest.main}`, 'utf8')
  new Function('require', 'exports', source)((name: string) => modules[name], exported)
  await exported.activate?.({ subscriptions: [] })
  const server = {
    command: 'npx',
    args: ['specwright', 'lsp', '--stdio'],
    options: { cwd: '/project', shell: process.platform === 'win32' },
  }
  expect(started).toEqual([server])
  await commands.get('specwright.restart')?.()
  expect(started).toEqual([server, server])
  await exported.deactivate?.()
  expect(stops).toBe(2)
  // A workspace must not choose a program that its reader runs.
  expect(command?.scope).toBe('machine')
})
