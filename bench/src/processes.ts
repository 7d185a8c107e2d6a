import { readFileSync, readdirSync } from 'node:fs'

/** A process and its memory in bytes; shared pages are divided among the processes that share them. */
export type Resident = Readonly<{ pid: number; parent: number; command: string; pssBytes: number }>

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    // It ended after it was listed.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return undefined
    throw error
  }
}

// The name in brackets may hold any character, so what follows is found from the end.
export const readParent = (pid: number): number =>
  Number(/.*\) \S (\d+)/s.exec(readText(`/proc/${pid}/stat`) ?? '')?.[1])

const readResident = (pid: number): Resident => ({
  pid,
  parent: readParent(pid),
  command: (readText(`/proc/${pid}/cmdline`) ?? '').replaceAll('\0', ' ').trim(),
  pssBytes: Number(/^Pss:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0) * 1024,
})

/** The process and its descendants, from /proc. */
export const listFamily = (ancestor: number): readonly Resident[] => {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) {
      const parent = readParent(Number(name))
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    }
  const family: number[] = [ancestor]
  for (let index = 0; index < family.length; index += 1)
    family.push(...(children.get(family[index] ?? 0) ?? []))
  return family.map(readResident)
}
