import { useSearchParams } from 'react-router-dom'

/** Parameters of the query to set; undefined removes one. */
export type SearchChange = Readonly<Record<string, string | undefined>>

/** The query of the address, and a function that changes some of its parameters. */
export const useSearchChange = () => {
  const [search, setSearch] = useSearchParams()
  const change = (values: SearchChange) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return [search, change] as const
}
