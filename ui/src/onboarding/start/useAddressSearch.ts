import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { GeocodedPlace } from '@hearth/contracts/geocode'
import { readStatus } from '../../data/http/problems.ts'
import { findPlaces, type Address, type Pin } from './findPlaces.ts'

/** The geocoder may have to start first. */
const RETRIES = 2

type Props = Readonly<{
  address: Address
  pin: Pin
  onPin: (pin: Pin) => void
  onAddress: (address: Address) => void
}>

/** Searches for an address. A chosen place sets the pin and fills in the parts that the host left empty. */
export const useAddressSearch = ({ address, pin, onPin, onAddress }: Props) => {
  // What the last choice filled in is replaced when another place is chosen; what the host typed stays.
  const [filled, setFilled] = useState<Partial<Address>>({})
  const choose = ({ geo, accuracyMeters, city, region, country }: GeocodedPlace) => {
    onPin({ geo, geoAccuracyMeters: accuracyMeters, pinConfirmed: false })
    const place = { city, region, country }
    const isOpen = (field: keyof typeof place) => !address[field] || address[field] === filled[field]
    const filling = Object.fromEntries(
      Object.entries(place).filter(([field]) => isOpen(field as keyof typeof place)),
    )
    setFilled(filling)
    const next = { ...address, ...filling }
    if (next.city !== address.city || next.region !== address.region || next.country !== address.country)
      onAddress(next)
  }
  const search = useMutation({
    mutationFn: () => findPlaces(address),
    retry: (count, error) => count < RETRIES && readStatus(error) >= 500,
    // Of several places only the host knows which one is meant.
    onSuccess: ({ places: [only, ...others] }) =>
      only && others.length === 0 && pin.geo === null && choose(only),
  })
  return { search, choose }
}
