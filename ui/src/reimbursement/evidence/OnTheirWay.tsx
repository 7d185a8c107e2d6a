import { MAX_EVIDENCE } from '@hearth/contracts/reimbursement'
import { UploadList } from '../../components/files/UploadList.tsx'
import { findMaxBytes, listOnTheirWay, useUploads } from './useEvidenceUploads.ts'

/** The files of an item that are being uploaded, and those that were refused; `null`: of the whole claim. */
export const OnTheirWay = ({ itemId }: Readonly<{ itemId: string | null }>) => {
  const uploads = useUploads()
  return (
    <UploadList
      files={uploads}
      shown={listOnTheirWay(uploads, itemId)}
      max={MAX_EVIDENCE}
      maxBytes={findMaxBytes}
      words="reimbursement.evidence"
    />
  )
}
