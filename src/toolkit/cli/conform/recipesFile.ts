import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Recipes } from '../../conformance/conform.ts'
import { UsageError } from '../program/command.ts'

interface Module {
  default?: Recipes
  recipes?: Recipes
}

/**
 * The recipes of a module: its default export, or `recipes`. TypeScript is read by Node itself from 22.18 on, and
 * before by tsx where it is installed.
 */
export async function readRecipes(folder: string, file: string): Promise<Recipes> {
  const path = resolve(folder, file)
  const module = await load(path)
  return module.default ?? module.recipes ?? {}
}

async function load(path: string): Promise<Module> {
  const url = pathToFileURL(path).href
  try {
    return (await import(url)) as Module
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error
  }
  const { tsImport } = (await import('tsx/esm/api').catch(() => {
    throw new UsageError(
      `recipes: ${path} is TypeScript, which Node ${process.versions.node} does not read; install tsx, or name a file of JavaScript.`,
    )
  })) as { tsImport(url: string, parent: string): Promise<Module> }
  return tsImport(url, import.meta.url)
}
