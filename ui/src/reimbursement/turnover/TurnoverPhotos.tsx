import { useState } from 'react'
import { Button } from '@mui/material'
import { fileUrl } from '@hearth/contracts/file'
import type { ItemRow } from '@hearth/contracts/reimbursement'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { Icon } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import evidence from '../parts/Evidence.module.css'
import { Photo } from '../parts/Photo.tsx'
import styles from './TurnoverPhotos.module.css'
import { useTurnoverPhotos } from './useTurnoverPhotos.ts'

type Props = Readonly<{
  claim: ReimbursementRecord
  item: Pick<ItemRow, 'itemId' | 'description' | 'category'>
  /** The reader can make them evidence of the item. */
  attaches?: boolean
}>

const AddPhoto = ({ claim, item, fileId }: Pick<Props, 'claim' | 'item'> & { fileId: string }) => {
  const t = useText()
  const command = useCommand({ resource: 'reimbursements', verb: 'attach-evidence' })
  return (
    <>
      <Button
        size="small"
        variant="text"
        loading={command.pending}
        onClick={() =>
          command.run({ record: claim, body: { fileId, itemId: item.itemId, kind: 'photo_before' } })
        }
      >
        {t('reimbursement.turnover.use')}
      </Button>
      <ProblemText error={command.error} />
    </>
  )
}

/** A photo of the cleaning; a document among them has no picture, and is a link instead. */
const TurnoverFile = ({
  claim,
  item,
  attaches,
  fileId,
  number,
}: Props & { fileId: string; number: number }) => {
  const t = useText()
  const [isDocument, setIsDocument] = useState(false)
  if (isDocument)
    return (
      <a
        className={`link ${styles['document']}`}
        href={fileUrl(fileId, 'full')}
        target="_blank"
        rel="noreferrer"
      >
        <Icon name="receipt" /> {t('reimbursement.turnover.document', { number })}
      </a>
    )
  const name = t('reimbursement.turnover.photo', { number })
  return (
    <Photo
      fileId={fileId}
      alt={name}
      caption={attaches ? <AddPhoto claim={claim} item={item} fileId={fileId} /> : name}
      onFail={() => setIsDocument(true)}
    />
  )
}

/** Photos of the last cleaning before the stay that are not in the claim, to compare the damage with. */
export const TurnoverPhotos = ({ claim, item, attaches = false }: Props) => {
  const t = useText()
  const turnover = useTurnoverPhotos(claim)
  const known = new Set(claim.evidence?.map(({ fileId }) => fileId))
  const fileIds = turnover?.fileIds.filter((fileId) => !known.has(fileId)) ?? []
  if (turnover === undefined || fileIds.length === 0) return null
  return (
    <section className={styles['turnover']}>
      <h4>{t('reimbursement.turnover.title', { at: formatReaderInstant(turnover.at) })}</h4>
      <p className="small q">
        {t(attaches ? 'reimbursement.turnover.text' : 'reimbursement.turnover.textOf')}
      </p>
      <ul className={evidence['files']}>
        {fileIds.map((fileId, index) => (
          <li key={fileId} className={evidence['picture']}>
            <TurnoverFile claim={claim} item={item} attaches={attaches} fileId={fileId} number={index + 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}
