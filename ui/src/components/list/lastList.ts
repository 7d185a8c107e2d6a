import { useEffect } from 'react'
import type { FilterPayload, SortPayload } from 'react-admin'

/** The list that was open before a record: its address, its name and its query. */
export type LastList = Readonly<{
  search: string
  label: string
  page: number
  perPage: number
  sort: SortPayload
  filter: FilterPayload
}>

const storageKey = (resource: string) => `hearth.list.${resource}`

/** Remembers the shown list for this tab. */
export const useRememberList = (resource: string, list: LastList) => {
  const text = JSON.stringify(list)
  useEffect(() => sessionStorage.setItem(storageKey(resource), text), [resource, text])
}

export const useLastList = (resource: string): LastList | null => {
  const text = sessionStorage.getItem(storageKey(resource))
  return text === null ? null : (JSON.parse(text) as LastList)
}
