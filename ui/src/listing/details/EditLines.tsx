import { fileUrl } from '@hearth/contracts/file'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { ListingEditRow } from '@hearth/contracts/listing'
import { useText } from '../../i18n/text.ts'
import { changeLines } from './answerWords.ts'
import styles from './Details.module.css'

const orderIn = (fields: ListingEditRow['after']) => fields['order'] as readonly string[]

/**
 * The photos in the requested order, by their current numbers; those to be removed are at the end, struck
 * out.
 */
const RequestedPhotos = ({ edit }: { edit: ListingEditRow }) => {
  const t = useText()
  const [now, wanted] = [orderIn(edit.before), orderIn(edit.after)]
  const image = (id: string, isKept: boolean) => {
    const number = now.indexOf(id) + 1
    return (
      <li key={id} data-gone={!isKept}>
        <img
          src={fileUrl(id, '320')}
          width={96}
          height={64}
          loading="lazy"
          alt={t(isKept ? 'listingDetails.photoNow' : 'listingDetails.photoGoes', { number })}
        />
        <span className="cap num" aria-hidden>
          {number}
        </span>
      </li>
    )
  }
  return (
    <>
      <p>{t('listingDetails.photoWish')}</p>
      <ol className={styles['wish']}>
        {wanted.map((id) => image(id, true))}
        {now.filter((id) => !wanted.includes(id)).map((id) => image(id, false))}
      </ol>
    </>
  )
}

/** The change that a host requests from curators, as text or photos. */
export const EditLines = ({ edit, currency }: { edit: ListingEditRow; currency: Currency }) => {
  const t = useText()
  if (edit.section === 'photos') return <RequestedPhotos edit={edit} />
  return changeLines(t, edit.section, edit.before, edit.after, currency).map((line) => (
    <p key={line.label}>{t('listingDetails.editWas', line)}</p>
  ))
}
