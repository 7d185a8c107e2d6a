import { useGetList } from 'react-admin'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { formatTaxFilingId, type taxFilings } from '@hearth/contracts/tax-filing'
import { TAX_DOCUMENT_FORMS } from '@hearth/contracts/tax-profile'

type Filing = Shown<typeof taxFilings>
export type ShownFile = NonNullable<Filing['files']>[number]

/** The files of a year’s forms, in the order in which they were made; a form without files has none yet. */
export const useFilings = (year: number) => {
  const { data, error, refetch } = useGetList<Filing>('tax-filings', {
    pagination: { page: 1, perPage: 50 },
    sort: { field: 'changedAt', order: 'DESC' },
    filter: { year },
  })
  const filings =
    data &&
    TAX_DOCUMENT_FORMS.map((form) => {
      const id = formatTaxFilingId(form, year)
      return { id, form, files: data.find((one) => one.id === id)?.files ?? [] }
    })
  return { data: filings, error, refetch }
}
export type Filings = ReturnType<typeof useFilings>

/** The number, in its form and year, of the file that has a document; undefined where none has it. */
export const findFileNumber = ({ data }: Filings, documentId: string): number | undefined => {
  const numbers = (data ?? []).flatMap(({ files }) =>
    files.flatMap(({ documents }, index) =>
      documents.some((one) => one.documentId === documentId) ? [index + 1] : [],
    ),
  )
  return numbers[0]
}
