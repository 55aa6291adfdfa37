import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: 'opencode, a coding agent, as a server without a language model',
  packages: { 'opencode-ai': '1.18.33' },
  document: { path: '/doc' },
  base: '',
  ready: '/doc',
  start({ installation, state, port }) {
    const project = join(state, 'project')
    mkdirSync(project, { recursive: true })
    const program = join(installation, 'node_modules/opencode-linux-x64/bin/opencode')
    return {
      command: ['env', '-C', project, program, 'serve', '--hostname=127.0.0.1', `--port=${port}`],
      env: {
        HOME: state,
        XDG_CONFIG_HOME: join(state, 'config'),
        XDG_DATA_HOME: join(state, 'data'),
        XDG_CACHE_HOME: join(state, 'cache'),
        XDG_STATE_HOME: join(state, 'state'),
        OPENCODE_DISABLE_AUTOUPDATE: 'true',
        OPENCODE_DISABLE_MODELS_FETCH: 'true',
      },
    }
  },
})
