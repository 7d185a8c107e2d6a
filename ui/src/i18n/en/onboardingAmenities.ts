/** Amenities by code whose words are not simply the code's own. */
export const amenityTexts = {
  groups: {
    bathroom: 'Bathroom', bedroom_laundry: 'Bedroom and laundry', entertainment: 'Entertainment', family: 'Family', climate: 'Heating and cooling', safety: 'Safety', internet_office: 'Internet and office',
    kitchen: 'Kitchen', location: 'Location', outdoor: 'Outdoors', parking_access: 'Parking, pool, access', services: 'Services', building: 'Building',
  },
  names: {
    hair_dryer: 'Hair dryer', body_soap: 'Soap', towels_bath: 'A bath towel for each guest', towels_hand: 'Hand towels', pillows: 'A pillow for each guest', extra_pillows_blankets: 'Extra pillows and blankets', drying_rack: 'Drying rack',
    tv: 'TV', sound_system: 'Sound system', childrens_toys: 'Children’s toys', childrens_dinnerware: 'Children’s dinnerware', outlet_covers: 'Covers for sockets', ac: 'Air conditioning', ac_central: 'Central air conditioning',
    ac_split: 'Split air conditioning', heating_central: 'Central heating', heating_portable: 'Portable heater', co_alarm: 'Carbon monoxide alarm', first_aid: 'First aid kit', security_camera_outdoor: 'Camera outside', wifi_fast_100: 'Wifi of 100 Mbit/s or more',
    workspace: 'Desk to work at', kitchen_full: 'Kitchen', fridge: 'Refrigerator', dishes_cutlery: 'Dishes and cutlery', cooking_basics: 'Pots, pans, oil, salt', beach_access: 'Access to the beach', lake_access: 'Access to the lake', ski_in_out: 'Ski in, ski out',
    laundromat_near: 'Laundromat nearby', backyard_fenced: 'Fenced yard', bbq: 'Barbecue', parking_free_on_site: 'Parking on site, free', parking_paid_on_site: 'Parking on site, paid', parking_street: 'Parking on the street', ev_charger: 'Charger for electric cars',
    single_level: 'All on one level', pool_private: 'Private pool', pool_shared: 'Shared pool', gym_shared: 'Shared gym', self_check_in: 'Self check-in', luggage_dropoff: 'Luggage can be left', long_stays: 'Stays of 28 nights and more', pets_allowed: 'Pets may come',
    smoking_allowed: 'Smoking is allowed', cleaning_before_checkout: 'Cleaning during the stay', coworking_shared: 'Shared coworking', lockbox: 'Key box',
  },
  hazards: { pool_without_gate: 'A pool without a gate', stairs_without_rail: 'Stairs without a rail', animals: 'Animals', heights: 'Heights without a guard', water_near: 'Open water nearby' },
}
