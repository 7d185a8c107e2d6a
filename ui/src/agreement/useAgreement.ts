import { useQuery } from '@tanstack/react-query'
import { deriveAgreementId, type agreements, type AgreementWords } from '@hearth/contracts/agreement'
import type { Shown } from '@hearth/contracts/kernel/resource'
import { getJson } from '../data/http/http.ts'
import { useOptionalRecord } from '../data/queries/useOptionalRecord.ts'

export type Agreement = Shown<typeof agreements>

/** A listing's agreement; `none` when there is no document yet. */
export const useAgreement = (listingId: string) => {
  const id = deriveAgreementId(listingId)
  return { ...useOptionalRecord<Agreement>('agreements', id, listingId !== ''), id }
}

/** Names and addresses; requested again for every document. */
export const useWords = (agreement: Agreement | undefined) =>
  useQuery({
    queryKey: ['agreements', 'text', agreement?.id, agreement?.documentSha256],
    queryFn: ({ signal }) => getJson<AgreementWords>(`/api/agreements/${agreement?.id ?? ''}/text`, signal),
    enabled: agreement !== undefined,
  })
