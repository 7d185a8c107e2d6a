import { useEffect } from 'react'
import type { FilterPayload, SortPayload } from 'react-admin'

/** The list a person came from: its address, its name, and what it was asked for. */
export type LastList = Readonly<{
  search: string
  label: string
  page: number
  perPage: number
  sort: SortPayload
  filter: FilterPayload
}>

const keyOf = (resource: string) => `hearth.list.${resource}`

/** Remembers the list shown, for this tab. */
export const useRememberList = (resource: string, list: LastList) => {
  const text = JSON.stringify(list)
  useEffect(() => sessionStorage.setItem(keyOf(resource), text), [resource, text])
}

export const useLastList = (resource: string): LastList | null => {
  const text = sessionStorage.getItem(keyOf(resource))
  return text === null ? null : (JSON.parse(text) as LastList)
}
