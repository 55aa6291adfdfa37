import { readFileSync } from 'node:fs'
import { defineTarget } from '../../faults/target.ts'

export default defineTarget({
  title: 'Netdata 1.37, metrics of the machine',
  packages: {},
  debian: ['netdata-core', 'netdata-web'],
  document: { read: () => readFileSync('/usr/share/netdata/web/netdata-swagger.json', 'utf8') },
  base: '/api/v1',
  ready: '/api/v1/info',
  start: ({ state, port }) => ({
    command: [
      'netdata',
      ...[
        '-D',
        '-p',
        `${port}`,
        '-i',
        '127.0.0.1',
        '-u',
        'root',
        '-W',
        'set',
        'global',
        'cache directory',
        state,
      ],
      ...['-W', 'set', 'global', 'lib directory', state, '-W', 'set', 'global', 'log directory', state],
    ],
  }),
})
