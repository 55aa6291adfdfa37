import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTarget } from '../../faults/target.ts'

const PROVIDER = 'node_modules/@signalk/resources-provider'

export default defineTarget({
  title:
    'Signal K 2.23, a server of boat data; its API of resources: routes, waypoints, regions, notes and charts',
  packages: { 'signalk-server': '2.23.0' },
  sources: 'node_modules/{signalk-server/dist/api,@signalk/resources-provider/dist}/**/*.js',
  document: { path: '/skServer/openapi/resources' },
  base: '/signalk/v2/api',
  ready: '/signalk/v2/api/resources/waypoints',
  start({ node, installation, state, port }) {
    // The server looks for plugins below its own folder and the folder of its data. This plugin stores the resources.
    mkdirSync(join(state, 'node_modules/@signalk'), { recursive: true })
    if (!existsSync(join(state, PROVIDER))) symlinkSync(join(installation, PROVIDER), join(state, PROVIDER))
    writeFileSync(
      join(state, 'settings.json'),
      JSON.stringify({ port, mdns: false, interfaces: {}, pipedProviders: [] }),
    )
    return {
      command: [node, join(installation, 'node_modules/signalk-server/bin/signalk-server'), '-c', state],
      env: { PORT: `${port}`, SIGNALK_DISABLE_SERVER_UPDATES: '1' },
    }
  },
})
