import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget, type Source } from '../../faults/target.ts'

export default defineTarget({
  title: 'Orthanc 1.10, an archive of medical images; it is empty',
  packages: {},
  debian: ['orthanc'],
  document: { read: readSpec },
  base: '',
  ready: '/system',
  start({ state, port }) {
    const config = {
      HttpPort: port,
      RemoteAccessAllowed: false,
      AuthenticationEnabled: false,
      DicomServerEnabled: false,
      StorageDirectory: state,
      IndexDirectory: state,
      ConcurrentJobs: 1,
    }
    writeFileSync(join(state, 'orthanc.json'), JSON.stringify(config))
    return { command: ['Orthanc', join(state, 'orthanc.json')] }
  },
})

/** The program writes its own document. */
function readSpec({ installation }: Source): string {
  const file = join(installation, 'openapi.json')
  spawnSync('Orthanc', [`--openapi=${file}`])
  return readFileSync(file, 'utf8')
}
