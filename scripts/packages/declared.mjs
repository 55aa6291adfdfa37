/** Whether a package declares what it imports. */
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'

/** Every package that a module of ours imports is one of its manifest. */
export function requireDeclared(home) {
  const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
  const allowed = new Set([...declared, ...Object.keys(manifest.peerDependencies ?? {}), manifest.name])
  const used = new Set()
  for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' })) {
    // Templates are projects of their own, and what was copied from libraries has no imports left.
    if (!/\.m?js$/.test(name) || /^templates|node_modules|typesWorker|highlighting\.js/.test(name)) continue
    const text = readFileSync(join(home, name), 'utf8')
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const [found] = /^(?:@[\w.-]+\/)?[\w.-]+/.exec(fileName) ?? []
      if (found !== undefined && !/^(node:|\.)/.test(fileName)) used.add(found)
    }
  }
  const missing = [...used].filter((name) => !allowed.has(name) && !isBuiltin(name))
  if (missing.length > 0)
    throw new Error(`${manifest.name} imports ${missing.join(', ')} without declaring it.`)
}
