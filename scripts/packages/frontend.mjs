/**
 * The files of docs/how-to/typescript-for-frontends.md in an empty folder with Vite, React and the packed toolkit. They are
 * compiled, tested, built and used in a browser, with a server inside the page.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { chromium } from 'playwright-core'
import { succeed } from '../nodes/fetchNode.mjs'
import { root } from '../prepare.mjs'
import { startProgram } from './startProgram.mjs'

const PAGES = ['docs/start/sample.md', 'docs/how-to/typescript-for-frontends.md']
const FENCE = /^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm
/** Lines of code of a file that the page shows. */
const MAX_LINES = 10

const LIBRARIES = [
  '@tanstack/react-query@5',
  '@types/node@20',
  '@types/react-dom@19',
  '@types/react@19',
  '@vitejs/plugin-react@5',
  'msw@2',
  'openapi-fetch@0.17',
  'react-dom@19',
  'react@19',
  'typescript@5.9',
  'vite@7',
  'vitest@4',
  'zod@4',
]

const GLUE = {
  'index.html':
    '<!doctype html><html lang="en"><title>Shop</title><div id="root"></div><script type="module" src="/src/main.tsx"></script></html>',
  'vite.config.js':
    "import react from '@vitejs/plugin-react'\nexport default { plugins: [react()], build: { target: 'es2022' } }\n",
  'src/vite-env.d.ts': '/// <reference types="vite/client" />\n',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      types: ['node'],
      strict: true,
      noUnusedLocals: true,
      skipLibCheck: true,
      noEmit: true,
      allowImportingTsExtensions: true,
    },
    include: ['src', 'generated'],
  }),
}

/**
 * @param {{ path: string, env: NodeJS.ProcessEnv }} node
 * @param {string} place an empty folder
 * @param {string} tarball of the toolkit
 * @param {(...words: string[]) => void} npm runs npm in the folder
 * @returns {Promise<string>} the sizes
 */
export async function tryFrontend(node, place, tarball, npm) {
  const files = { ...filesOfPages(), ...GLUE }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
  requireFewLines(files)
  npm('install', '--ignore-scripts', tarball, ...LIBRARIES)
  const bin = (name, ...words) =>
    succeed(node.path, [join(place, 'node_modules/.bin', name), ...words], {
      cwd: place,
      env: node.env,
      stdio: 'pipe',
    })
  bin('specwright', 'generate', 'openapi.yaml', '--queries', '--schemas', 'zod')
  bin('msw', 'init', 'public')
  bin('tsc', '-p', '.')
  bin('vitest', 'run', 'src')
  bin('vite', 'build')
  const browser = browserPath()
  if (browser === undefined && process.env.REQUIRE_BROWSER === '1')
    throw new Error(`None of ${BROWSERS.join(', ')} is on the PATH.`)
  if (browser !== undefined) await useInBrowser(node, place, browser)
  return `${sizesOf(place)}${browser === undefined ? '; not opened, for no Chromium is installed' : ''}`
}

function filesOfPages() {
  const files = {}
  for (const page of PAGES)
    for (const [, name, text] of readFileSync(join(root, page), 'utf8').matchAll(FENCE))
      if (name === 'openapi.yaml' || name.startsWith('src/')) files[name] ??= text
  return files
}

function requireFewLines(files) {
  for (const [name, text] of Object.entries(files)) {
    const count = text.split('\n').filter((line) => line.trim() !== '').length
    if (name.startsWith('src/') && count > MAX_LINES) throw new Error(`${name} has ${count} lines.`)
  }
}

/** Adds books and reads both pages of the list; nothing but the page responds. */
async function useInBrowser(node, place, executablePath) {
  const program = [join(place, 'node_modules/.bin/vite'), 'preview', '--port', '0', '--host', '127.0.0.1']
  const server = await startProgram(node, place, program, /(http:\/\/127\.0\.0\.1:\d+)/)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    const errors = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(server.match[1])
    for (const title of ['Dawn', 'Kindred', 'Wild Seed']) {
      await page.locator('input[name=title]').fill(title)
      await page.locator('input[name=author]').fill('Octavia E. Butler')
      await page.getByRole('button', { name: 'Add' }).click()
      await page.getByText(title, { exact: true }).waitFor()
    }
    if ((await page.getByRole('listitem').count()) !== 2) throw new Error('The first page has not two books.')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByText('Dawn', { exact: true }).waitFor()
    if (errors.length > 0) throw new Error(errors.join('; '))
  } finally {
    await browser.close()
    await server.stop()
  }
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome']

function browserPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => BROWSERS.map((name) => join(folder, name))).find(existsSync)
}

/** Bundled and compressed, without the libraries that an application has anyway. */
function sizesOf(place) {
  const parts = {
    'query options': "export * from './generated/openapi.queries.ts'",
    'schemas without Zod': "export * from './generated/openapi.schemas.ts'",
    'MSW handlers without MSW': "export * from 'specwright/msw'",
  }
  return Object.entries(parts)
    .map(([name, contents]) => {
      const { outputFiles } = buildSync({
        stdin: { contents, resolveDir: place },
        bundle: true,
        minify: true,
        write: false,
        format: 'esm',
        platform: 'browser',
        external: ['zod', 'msw', 'msw/*'],
      })
      return `${name} ${(gzipSync(outputFiles[0].contents).length / 1000).toFixed(1)} kB`
    })
    .join(', ')
}
