import type { SpecialProvokers } from '../provoke.ts'

export const folderProvokers: SpecialProvokers = {
  'updateFolder 409': async ({ folder, send }) => {
    const [duplicate, other] = [await folder(), await folder()]
    return send('PATCH', `/folders/${other.id}`, { name: duplicate.name })
  },
  'updateFolders 409': async ({ folder, send }) => {
    const [duplicate, other] = [await folder(), await folder()]
    return send('PATCH', '/folders', { folders: [{ id: other.id, name: duplicate.name }] })
  },
  'updateFolders 412': async ({ folder, send }) =>
    send('PATCH', '/folders', { folders: [{ id: (await folder()).id, name: 'New', etag: '"another"' }] }),
  'deleteFolder 409': async ({ folder, send }) => {
    const parent = await folder()
    await folder(parent.id)
    return send('DELETE', `/folders/${parent.id}`)
  },
  'deleteFolders 409': async ({ folder, send }) => {
    const parent = await folder()
    await folder(parent.id)
    return send('DELETE', `/folders?id=${parent.id}`)
  },
}
