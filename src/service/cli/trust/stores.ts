/** Where browsers retain the CAs that they trust, and the programs that write there, by platform. */
import { join } from 'node:path'

/** A program and its arguments. */
export type Step = readonly [program: string, ...args: string[]]

export interface TrustStore {
  /** The programs that read it, such as `Chromium and Chrome`. */
  readers: string
  /** The folder or the name that its program knows it by. */
  place: string
  add: readonly Step[]
  /** Ends with success when the CA is in the store. */
  check: Step
  remove: readonly Step[]
}

export interface Authority {
  file: string
  /** Its name in the store's list. */
  name: string
  /** In hexadecimal digits, without colons. */
  sha1: string
}

export interface Machine {
  platform: NodeJS.Platform
  home: string
  exists(path: string): boolean
  /** The names in a folder; none where there is no folder. */
  list(path: string): string[]
}

/** The package to install where the program of a store is missing. */
export const PROGRAM_SOURCE: Readonly<Record<string, string>> = {
  certutil:
    'apt-get install libnss3-tools (Debian, Ubuntu), dnf install nss-tools (Fedora) or pacman -S nss (Arch)',
}

/**
 * Only the stores of this user, so that none needs the rights of an administrator.
 * Firefox reads the system's CAs by itself on macOS and Windows; on Linux each of its profiles has a store.
 */
export function trustStores(authority: Authority, machine: Machine): TrustStore[] {
  if (machine.platform === 'darwin') return [loginKeychain(authority, machine.home)]
  if (machine.platform === 'win32') return [userRoots(authority)]
  return linuxStores(machine).map(({ readers, folder }) => nssStore(authority, machine, readers, folder))
}

function loginKeychain({ file, sha1 }: Authority, home: string): TrustStore {
  const keychain = join(home, 'Library/Keychains/login.keychain-db')
  return {
    readers: 'Safari, Chrome, Edge and Firefox',
    place: keychain,
    add: [['security', 'add-trusted-cert', '-r', 'trustRoot', '-p', 'ssl', '-k', keychain, file]],
    check: ['security', 'verify-cert', '-c', file, '-p', 'ssl'],
    remove: [
      ['security', 'remove-trusted-cert', file],
      ['security', 'delete-certificate', '-Z', sha1, keychain],
    ],
  }
}

/** Windows requires a confirmation of the user, in a window of its own. */
function userRoots({ file, sha1 }: Authority): TrustStore {
  return {
    readers: 'Edge, Chrome and Firefox',
    place: 'the current user\'s "Trusted Root Certification Authorities"',
    add: [['certutil.exe', '-user', '-addstore', 'Root', file]],
    check: ['certutil.exe', '-user', '-verifystore', 'Root', sha1],
    remove: [['certutil.exe', '-user', '-delstore', 'Root', sha1]],
  }
}

interface NssFolder {
  readers: string
  folder: string
}

function linuxStores({ home, exists, list }: Machine): NssFolder[] {
  const chromium = { readers: 'Chromium, Chrome and Edge', folder: join(home, '.pki/nssdb') }
  const snap = { readers: 'Chromium as a snap', folder: join(home, 'snap/chromium/current/.pki/nssdb') }
  const firefox = ['.mozilla/firefox', 'snap/firefox/common/.mozilla/firefox'].flatMap((profiles) =>
    list(join(home, profiles)).map((profile) => ({
      readers: `Firefox, profile ${profile}`,
      folder: join(home, profiles, profile),
    })),
  )
  // The first is made where it is missing: Chromium looks there before it has ever written to it.
  return [chromium, ...[snap, ...firefox].filter(({ folder }) => exists(join(folder, 'cert9.db')))]
}

function nssStore({ file, name }: Authority, machine: Machine, readers: string, folder: string): TrustStore {
  const database = `sql:${folder}`
  const make: Step[] = [
    ['mkdir', '-p', '-m', '700', folder],
    ['certutil', '-d', database, '-N', '--empty-password'],
  ]
  return {
    readers,
    place: folder,
    add: [
      ...(machine.exists(join(folder, 'cert9.db')) ? [] : make),
      // Trusted to vouch for servers, and for neither mail nor code.
      ['certutil', '-d', database, '-A', '-t', 'C,,', '-n', name, '-i', file],
    ],
    check: ['certutil', '-d', database, '-L', '-n', name],
    remove: [['certutil', '-d', database, '-D', '-n', name]],
  }
}
