/** Starts `specwright lsp` for the YAML and JSON documents of a workspace. */
const { commands, workspace } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

const DOCUMENTS = ['yaml', 'json']
/** Handlers of operations have a lens that leads to the operation. */
const CODE = [
  'typescript',
  'typescriptreact',
  'javascript',
  'javascriptreact',
  'python',
  'go',
  'java',
  'kotlin',
  'csharp',
  'ruby',
  'php',
  'rust',
]

let client

async function start() {
  const [command, ...args] = workspace.getConfiguration('specwright').get('command')
  const [folder] = workspace.workspaceFolders ?? []
  // The programs of npm are command files on Windows, which only a shell runs.
  const options = { cwd: folder?.uri.fsPath, shell: process.platform === 'win32' }
  client = new LanguageClient(
    'specwright',
    'specwright',
    { command, args, options },
    {
      documentSelector: [...DOCUMENTS, ...CODE].map((language) => ({ scheme: 'file', language })),
    },
  )
  await client.start()
}

exports.activate = async (context) => {
  context.subscriptions.push(
    commands.registerCommand('specwright.restart', async () => {
      await client?.stop()
      await start()
    }),
  )
  await start()
}

exports.deactivate = () => client?.stop()
