/**
 * Puts each table between its marks `<!-- name -->` and `<!-- /name -->`. Throws for a table without marks.
 */
export const fillIn = (text: string, tables: Readonly<Record<string, string>>): string =>
  Object.entries(tables).reduce((filled, [name, table]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [from, to] = [filled.indexOf(begin), filled.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`The page has no place for ${name}`)
    return `${filled.slice(0, from + begin.length)}\n${table}\n${filled.slice(to)}`
  }, text)
