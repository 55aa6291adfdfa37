/** Installs pinned npm packages outside the repository, once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Folder of everything that the benchmark downloads and measures. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'specwright-bench')

/**
 * @param name names the folder of the installation below the cache
 * @param packages npm packages by exact version
 * @param scripts whether their install scripts run
 * @returns the folder with their `node_modules`
 */
export async function install(
  name: string,
  packages: Readonly<Record<string, string>>,
  scripts = false,
): Promise<string> {
  const folder = join(cache, name)
  const manifest = JSON.stringify({ private: true, dependencies: packages })
  const stamp = join(folder, 'installed.json')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), manifest)
  if (Object.keys(packages).length > 0) await npmInstall(folder, scripts)
  writeFileSync(stamp, manifest)
  return folder
}

async function npmInstall(cwd: string, scripts: boolean): Promise<void> {
  const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--no-package-lock']
  const npm = spawn('npm', ['install', ...flags, ...(scripts ? [] : ['--ignore-scripts'])], {
    cwd,
    stdio: 'inherit',
  })
  const [code] = (await once(npm, 'close')) as [number | null]
  if (code !== 0) throw new Error(`bench:targets: npm install in ${cwd} failed with exit code ${code}.`)
}
