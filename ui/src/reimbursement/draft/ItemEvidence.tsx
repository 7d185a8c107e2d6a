import { IconButton } from '@mui/material'
import type { Item } from '@hearth/contracts/reimbursement'
import { listMissingEvidence } from '@hearth/contracts/reimbursement'
import { Icon } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { AddFile, type Added } from '../evidence/AddFile.tsx'
import { OnTheirWay } from '../evidence/OnTheirWay.tsx'
import { formatSlot, useUploads } from '../evidence/useEvidenceUploads.ts'
import { Evidence } from '../parts/Evidence.tsx'
import { TurnoverPhotos } from '../turnover/TurnoverPhotos.tsx'
import styles from './Draft.module.css'

/** What can be added to an item, the most needed first. */
const listKinds = ({ category, repairQuoteMinor }: Item): readonly Added[] =>
  category === 'lost_income'
    ? ['message']
    : category === 'cleaning'
      ? ['photo_after', 'invoice']
      : [
          'photo_after',
          'photo_before',
          'video',
          'receipt',
          ...(repairQuoteMinor === null ? [] : (['quote'] as const)),
        ]

/** What is missing is wanted at one button only. */
const findWanted = (claim: ReimbursementRecord, item: Item): readonly Added[] =>
  listMissingEvidence(claim.kind, [item], claim.evidence ?? []).flatMap(({ missing }) =>
    missing === 'photo'
      ? ['photo_after' as const]
      : missing === 'price'
        ? [item.category === 'cleaning' ? ('invoice' as const) : ('receipt' as const)]
        : [],
  )

const RemoveFile = ({
  claim,
  fileId,
  name,
}: Readonly<{ claim: ReimbursementRecord; fileId: string; name: string }>) => {
  const t = useText()
  const command = useCommand({ resource: 'reimbursements', verb: 'remove-evidence' })
  return (
    <span className={styles['remove']}>
      <IconButton
        size="small"
        loading={command.pending}
        aria-label={t('reimbursement.evidence.remove', { name })}
        onClick={() => command.run({ record: claim, body: { fileId } })}
      >
        <Icon name="cross" size={16} />
      </IconButton>
      <ProblemText error={command.error} />
    </span>
  )
}

/** The photos and papers of an item of a draft, with buttons that add and remove some. */
export const ItemEvidence = ({ claim, item }: Readonly<{ claim: ReimbursementRecord; item: Item }>) => {
  const t = useText()
  const { add } = useUploads()
  const { itemId, description } = item
  const wanted = findWanted(claim, item)
  return (
    <div className={styles['evidence']}>
      <h3>{t('reimbursement.evidence.title')}</h3>
      <Evidence
        files={(claim.evidence ?? []).filter((file) => file.itemId === itemId)}
        item={description}
        action={({ fileId, name }) => <RemoveFile claim={claim} fileId={fileId} name={name} />}
      >
        {listKinds(item).map((kind) => (
          <AddFile
            key={kind}
            kind={kind}
            item={description}
            wanted={wanted.includes(kind)}
            onFiles={(files) => add(files, formatSlot(itemId, kind))}
          />
        ))}
      </Evidence>
      <OnTheirWay itemId={itemId} />
      {listKinds(item).includes('photo_before') && <TurnoverPhotos claim={claim} item={item} attaches />}
    </div>
  )
}
