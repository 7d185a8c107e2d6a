/** A named file, and where: a JSON pointer. */
export type NamedFile = Readonly<{ id: string; pointer: string }>

const NAMES = /(?:fileId|photoIds?)$/i

/** Every uploaded file that a section or a command names, however deep. */
export const namedFiles = (value: unknown, pointer = ''): readonly NamedFile[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]): readonly NamedFile[] => {
    const at = `${pointer}/${name}`
    if (!NAMES.test(name)) return namedFiles(member, at)
    if (typeof member === 'string') return [{ id: member, pointer: at }]
    return Array.isArray(member)
      ? member.map((id, index) => ({ id: String(id), pointer: `${at}/${index}` }))
      : []
  })
}
