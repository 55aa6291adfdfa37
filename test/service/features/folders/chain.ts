import type { Folder } from '../../../../generated/openapi.v1.ts'
import type { Fixture } from '../prompts/fixture.ts'

/** Folders one within the other, the topmost first. */
export async function chain(fixture: Fixture, top: string, levels: number): Promise<Folder[]> {
  const folders: Folder[] = []
  for (let level = 1; level <= levels; level++) {
    folders.push(await fixture.folder(`${top}${level}`, folders.at(-1)?.id))
  }
  return folders
}
