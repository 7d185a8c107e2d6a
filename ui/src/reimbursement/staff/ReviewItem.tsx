import { lazy, Suspense, useState } from 'react'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { Evidence as File, ItemRow } from '@hearth/contracts/reimbursement'
import { formatReaderInstant } from '../../components/dates/localDate.ts'
import { MoneyField } from '../../components/form/fields/NumberField.tsx'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useHotkey } from '../../components/action/useHotkey.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { Reason } from '../detail/ItemView.tsx'
import { describeFormula } from '../parts/describeFormula.ts'
import { describeTime, Evidence, isPicture, sortEvidence, toViewed } from '../parts/Evidence.tsx'
import { Formula } from '../../components/display/Formula.tsx'
import { Photo } from '../parts/Photo.tsx'
import { TurnoverPhotos } from '../turnover/TurnoverPhotos.tsx'
import styles from './Review.module.css'
import { listReasons, MAX_NOTE } from './reviewForm.ts'
import type { Review } from './useReview.ts'

const PhotoViewer = lazy(() => import('../parts/PhotoViewer.tsx'))

type Props = Readonly<{
  claim: ReimbursementRecord
  item: ItemRow
  index: number
  files: readonly File[]
  review: Review
  /** The keyboard acts on it. */
  current: boolean
  /** The reader decides it. */
  decides: boolean
}>

/** The photo from before beside the one from after, as wide as there is room, and the other files below. */
const Photos = ({ item, files, current }: Pick<Props, 'item' | 'files' | 'current'>) => {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const pictures = sortEvidence(files).filter(isPicture)
  const before = pictures.find(({ kind }) => kind === 'photo_before')
  const after = pictures.find(({ kind }) => kind === 'photo_after')
  const pair = [before, after].filter((file) => file !== undefined)
  const others = files.filter((file) => !pair.includes(file))
  useHotkey('zoomPhotos', () => setOpened(true), { enabled: current && pair.length > 0 })
  return (
    <>
      {pair.length > 0 && (
        <div className={styles['pair']} data-single={pair.length === 1 || undefined}>
          {pair.map((file) => (
            <Photo
              key={file.fileId}
              large
              {...toViewed(file, item.description, t)}
              caption={<b>{describeTime(file, t)}</b>}
              openLabel={t('reimbursement.evidence.open', { what: toViewed(file, item.description, t).alt })}
              onOpen={() => setOpened(true)}
            />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <div className={styles['part']}>
          <Evidence files={others} item={item.description} />
        </div>
      )}
      {opened && (
        <Suspense fallback={null}>
          <PhotoViewer
            title={item.description}
            photos={pair.map((file) => toViewed(file, item.description, t))}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** What the guest said of the item. */
const GuestSays = ({ claim, item }: Pick<Props, 'claim' | 'item'>) => {
  const t = useText()
  const { guestAnswer, guestName, guestBy } = claim
  if (guestBy === null || guestAnswer === null) return null
  const name = guestName ?? t('reimbursement.guest')
  const agreed = guestAnswer.itemIds.includes(item.itemId)
  const what =
    guestAnswer.answer === 'none'
      ? 'reimbursement.review.noAnswer'
      : agreed
        ? 'reimbursement.review.agreed'
        : 'reimbursement.review.notAgreed'
  return (
    <p className={styles['part']}>
      <b className="strong">{t(what, { name })}</b>{' '}
      <span className="num q">{formatReaderInstant(guestAnswer.at)}</span>
      {guestAnswer.text !== null && <> “{guestAnswer.text}”</>}
    </p>
  )
}

/** The decision about an item, with the formula that the host will see. */
const DecideItem = ({ claim, item, index, files, review: { form, results } }: Props) => {
  const t = useText()
  const { currency } = claim
  const result = results[index] ?? null
  const reason = form.values.items[index]?.reason ?? ''
  return (
    <div className={`${styles['part']} ${styles['decide']}`}>
      <RadioField
        control={form.control}
        name={`items.${index}.reason`}
        label={t('reimbursement.review.decideItem')}
        className={styles['picks']}
        options={listReasons(item, files, claim).map((value) => ({
          value,
          label: t(`reimbursement.reason.${value}`),
        }))}
      />
      {reason === 'above_market_quote' && (
        <MoneyField
          control={form.control}
          name={`items.${index}.marketMinor`}
          label={t('reimbursement.review.market')}
          help={t('reimbursement.review.marketHelp')}
          wrong={t('reimbursement.draft.badCost')}
          currency={currency}
        />
      )}
      <div aria-live="polite">
        {result !== null && result.approvedMinor > 0 && (
          <Formula
            framed
            parts={describeFormula(
              result.formula,
              {
                amountMinor: result.approvedMinor,
                label: t('reimbursement.item.approved'),
                currency,
              },
              t,
            )}
          />
        )}
        {result !== null && result.approvedMinor === 0 && (
          <Formula
            framed
            parts={[{ value: formatAmount(0, currency), label: t('reimbursement.item.approved') }]}
          />
        )}
      </div>
      <TextField
        control={form.control}
        name={`items.${index}.note`}
        optional
        rows={2}
        label={t('reimbursement.review.note')}
        help={t('reimbursement.review.noteHelp')}
        input={{ maxLength: MAX_NOTE }}
      />
    </div>
  )
}

/** One item with its photos, what the guest said, and the decision about it with its formula. */
export const ReviewItem = (props: Props) => {
  const t = useText()
  const { claim, item, index, files, current, decides } = props
  const { currency } = claim
  return (
    <Card
      className={styles['item']}
      title={
        <>
          {index + 1} {item.description}{' '}
          <span className="c small">{t(`reimbursement.category.${item.category}`)}</span>
        </>
      }
      action={
        <span className={styles['amounts']}>
          <span className="num q">
            {t('reimbursement.item.claimed', { amount: formatAmount(item.claimedMinor, currency) })}
          </span>
          {item.decision !== null && <Reason code={item.decision.reason} />}
        </span>
      }
    >
      <Photos item={item} files={files} current={current} />
      {item.category !== 'lost_income' && (
        <div className={styles['turnover']}>
          <TurnoverPhotos claim={claim} item={item} />
        </div>
      )}
      <GuestSays claim={claim} item={item} />
      {decides && <DecideItem {...props} />}
    </Card>
  )
}
