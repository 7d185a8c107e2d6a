import { nightsBetween } from '@hearth/contracts/kernel/dates'
import type { ReactNode } from 'react'
import { StayDates } from '../../components/display/StayDates.tsx'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import styles from './StayComparison.module.css'

type Compared = Readonly<{ checkIn: string; checkOut: string; guests: number | null }>

const Row = ({ name, booked, asked }: { name: string; booked: ReactNode; asked: ReactNode }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{booked}</td>
    <td className="strong">{asked}</td>
  </tr>
)

/** The stay as it is booked beside the stay that the guest wants or the host offers. */
export const StayComparison = ({ request }: { request: RequestRecord }) => {
  const t = useText()
  const { before, checkIn, checkOut, guests, byHost } = request
  if (before === null || checkIn === null || checkOut === null) return null
  const after: Compared = { checkIn, checkOut, guests }
  const show = (render: (stay: Compared) => ReactNode) => ({ booked: render(before), asked: render(after) })
  return (
    <table className={`num ${styles['stays']}`}>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t('request.money.part')}</span>
          </th>
          <th scope="col">{t('request.alteration.booked')}</th>
          <th scope="col">{t(byHost ? 'request.alteration.offered' : 'request.alteration.asked')}</th>
        </tr>
      </thead>
      <tbody>
        <Row
          name={t('request.facts.stay')}
          {...show((stay) => <StayDates start={stay.checkIn} end={stay.checkOut} />)}
        />
        <Row
          name={t('request.facts.nights')}
          {...show((stay) => nightsBetween(stay.checkIn, stay.checkOut))}
        />
        <Row name={t('request.facts.guests')} {...show((stay) => stay.guests)} />
        <Row
          name={t('request.alteration.cancellation')}
          booked={t('request.alteration.asAgreed')}
          asked={t('request.alteration.unchanged')}
        />
      </tbody>
    </table>
  )
}
