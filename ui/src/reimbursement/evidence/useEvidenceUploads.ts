import { createContext, useContext } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { MAX_FILE_BYTES, MAX_VIDEO_BYTES } from '@hearth/contracts/file'
import { MAX_EVIDENCE, zEvidenceKind, type EvidenceKind } from '@hearth/contracts/reimbursement'
import type { Added } from './AddFile.tsx'
import { uploadEvidence } from '../../data/http/upload.ts'
import { sendCommand } from '../../data/records/dataProvider.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useDraftFiles, type Attached, type DraftFiles } from '../../data/useDraftFiles.ts'

const isVideoFile = ({ type }: File) => type.startsWith('video/')
/** Bytes that a file may have. */
export const findMaxBytes = (file: File) => (isVideoFile(file) ? MAX_VIDEO_BYTES : MAX_FILE_BYTES)
const check = (file: File) =>
  file.size === 0 ? 'empty' : file.size > findMaxBytes(file) ? 'too-large' : undefined

/** The item that a file belongs to and what it shows, as one word. */
export const formatSlot = (itemId: string | null, kind: Added) => `${itemId ?? ''}/${kind}`
const readSlot = (slot = ''): Readonly<{ itemId: string | null; kind: EvidenceKind }> => {
  const [itemId = '', kind] = slot.split('/')
  return { itemId: itemId === '' ? null : itemId, kind: zEvidenceKind.catch('other').parse(kind) }
}

/** The files that are on their way to an item; `null`: to the whole claim. */
export const listOnTheirWay = ({ all }: DraftFiles, itemId: string | null): readonly Attached[] =>
  all.filter(({ slot }) => readSlot(slot).itemId === itemId)

/**
 * Uploads files of a claim one after another and attaches each to its item. They stay in this browser until the
 * claim has them, so neither a reload nor a lost network loses one.
 */
export const useEvidenceUploads = ({
  id,
  evidence,
}: Pick<ReimbursementRecord, 'id' | 'evidence'>): DraftFiles => {
  const client = useQueryClient()
  return useDraftFiles(`reimbursement/${id}`, {
    max: MAX_EVIDENCE - (evidence?.length ?? 0),
    check,
    upload: async ({ file, key, slot }) => {
      const { id: fileId } = await uploadEvidence(id, file, key)
      await sendCommand({
        resource: 'reimbursements',
        id,
        verb: 'attach-evidence',
        // A video stands in for no photo and no paper.
        body: { fileId, ...readSlot(slot), ...(isVideoFile(file) && { kind: 'other' }) },
        key,
      })
      await client.invalidateQueries({ queryKey: ['reimbursements'] })
      return { fileId }
    },
    leaves: true,
  })
}

/** The uploads of the claim on the page. */
const EvidenceUploads = createContext<DraftFiles | null>(null)
export const EvidenceUploadsProvider = EvidenceUploads.Provider
export const useUploads = (): DraftFiles => {
  const uploads = useContext(EvidenceUploads)
  if (uploads === null) throw new Error('There is no claim on this page')
  return uploads
}
