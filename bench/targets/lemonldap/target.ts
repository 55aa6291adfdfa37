import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { defineTarget } from '../../faults/target.ts'

const SPEC = '/usr/share/doc/liblemonldap-ng-manager-perl/manager-api/openapi-spec.yaml.gz'
const DATA = '/var/lib/lemonldap-ng'

/** As api.psgi of the package, which has no other setting. */
const PROGRAM = `
use Lemonldap::NG::Manager;
Lemonldap::NG::Manager->run({ enabledModules => 'api', protection => 'none' });
`

/** Stores a user of the demonstration with two second factors, which only a login would register. */
const FACTORS = `
use Lemonldap::NG::Common::Session;
my $folder = shift;
Lemonldap::NG::Common::Session->new({
  storageModule => 'Apache::Session::File',
  storageModuleOptions => { Directory => $folder, LockDirectory => "$folder/lock" },
  id => substr('dwho' . '0' x 32, 0, 32),
  force => 1,
  kind => 'Persistent',
  info => {
    _session_uid => 'dwho',
    _2fDevices => '[{"type":"U2F","name":"key","epoch":1600000000},{"type":"TOTP","name":"phone","epoch":1600000001}]',
  },
});
`

export default defineTarget({
  title: 'LemonLDAP::NG 2.16, single sign-on; the API of its manager',
  packages: {},
  debian: ['liblemonldap-ng-manager-perl', 'starman'],
  document: { read: () => gunzipSync(readFileSync(SPEC)).toString() },
  base: '',
  ready: '/api/v1/status',
  start({ state, port }) {
    const lines = [
      ...['[all]', 'logLevel = warn', '[configuration]', 'type = File', `dirName = ${join(state, 'conf')}`],
      ...['[manager]', 'templateDir = /usr/share/lemonldap-ng/manager/htdocs/templates', 'languages = en'],
    ]
    writeFileSync(join(state, 'lemonldap-ng.ini'), `${lines.join('\n')}\n`)
    writeFileSync(join(state, 'api.psgi'), PROGRAM)
    const first = !existsSync(join(state, 'conf'))
    for (const name of ['conf', 'cache', 'notifications', 'sessions/lock', 'psessions/lock'])
      mkdirSync(join(state, name), { recursive: true })
    // The configuration of the package, whose first version every start has.
    const configuration = JSON.parse(
      readFileSync(`${DATA}/conf/lmConf-1.json`, 'utf8').replaceAll(DATA, state),
    ) as object
    // Without the host that a change is reported to.
    writeFileSync(join(state, 'conf/lmConf-1.json'), JSON.stringify({ ...configuration, reloadUrls: {} }))
    if (first) spawnSync('perl', ['-e', FACTORS, join(state, 'psessions')])
    return {
      command: [
        'starman',
        '--workers',
        '2',
        '--disable-keepalive',
        '--host',
        '127.0.0.1',
        '--port',
        `${port}`,
        join(state, 'api.psgi'),
      ],
      env: { LLNG_DEFAULTCONFFILE: join(state, 'lemonldap-ng.ini'), PLACK_ENV: 'deployment' },
    }
  },
})
