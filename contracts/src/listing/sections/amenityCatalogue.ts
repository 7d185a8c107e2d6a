/** Every amenity that can be said of a place, by group (domain.md §2.22). Codes are for ever: more may come, none goes. */
export const AMENITY_GROUPS = {
  bathroom: ['bathtub', 'shower', 'hair_dryer', 'shampoo', 'conditioner', 'body_soap', 'hot_water', 'bidet', 'toilet_paper', 'towels_bath', 'towels_hand', 'cleaning_products'],
  bedroom_laundry: ['bed_linen', 'pillows', 'extra_pillows_blankets', 'hangers', 'wardrobe', 'blackout_curtains', 'iron', 'drying_rack', 'washer', 'dryer', 'safe', 'mosquito_net'],
  entertainment: ['tv', 'streaming', 'sound_system', 'books', 'board_games', 'game_console', 'pool_table', 'table_tennis', 'piano', 'gym_equipment', 'record_player'],
  family: ['crib', 'travel_crib', 'high_chair', 'baby_bath', 'baby_monitor', 'baby_gates', 'outlet_covers', 'window_guards', 'fireplace_guard', 'childrens_toys', 'childrens_dinnerware', 'changing_table'],
  climate: ['heating', 'ac', 'ac_central', 'ac_split', 'heating_central', 'heating_portable', 'ceiling_fan', 'portable_fan', 'indoor_fireplace', 'underfloor_heating'],
  safety: ['smoke_alarm', 'co_alarm', 'fire_extinguisher', 'fire_blanket', 'first_aid', 'bedroom_lock', 'security_camera_outdoor', 'noise_monitor', 'emergency_exit_plan'],
  internet_office: ['wifi', 'wifi_fast_100', 'ethernet', 'workspace', 'monitor', 'printer'],
  kitchen: [
    'kitchen_full', 'kitchenette', 'fridge', 'freezer', 'oven', 'stove', 'microwave', 'dishwasher', 'kettle', 'coffee_maker', 'espresso_machine', 'coffee', 'toaster', 'blender', 'rice_cooker',
    'baking_sheet', 'dishes_cutlery', 'wine_glasses', 'cooking_basics', 'barbecue_utensils', 'dining_table', 'trash_compactor',
  ],
  location: ['waterfront', 'lake_access', 'beach_access', 'ski_in_out', 'resort_access', 'private_entrance', 'laundromat_near'],
  outdoor: [
    'patio', 'balcony', 'garden', 'backyard_fenced', 'bbq', 'fire_pit', 'outdoor_furniture', 'outdoor_dining', 'outdoor_shower', 'hammock', 'sun_loungers', 'boat_dock', 'kayak', 'bikes', 'beach_gear',
  ],
  parking_access: ['parking', 'parking_free_on_site', 'parking_paid_on_site', 'parking_street', 'garage', 'ev_charger', 'elevator', 'single_level', 'pool', 'pool_private', 'pool_shared', 'hot_tub', 'sauna', 'gym', 'gym_shared'],
  services: ['self_check_in', 'smart_lock', 'lockbox', 'keypad', 'building_staff', 'luggage_dropoff', 'long_stays', 'pets_allowed', 'smoking_allowed', 'housekeeping', 'breakfast', 'cleaning_before_checkout'],
  building: ['doorman', 'gated', 'intercom', 'rooftop', 'coworking_shared'],
} as const

export type AmenityGroup = keyof typeof AMENITY_GROUPS
export type AmenityCode = (typeof AMENITY_GROUPS)[AmenityGroup][number]

/** Every code, in the catalogue's order. */
export const AMENITY_CODES = Object.values(AMENITY_GROUPS).flat() as [AmenityCode, ...AmenityCode[]]

/** What every guest expects. The first ten must be there, or a day be named by which they are (domain.md §3, source S44). */
export const ESSENTIALS = [
  'toilet_paper', 'body_soap', 'shampoo', 'bed_linen', 'towels_bath', 'pillows', 'hot_water', 'heating', 'wifi', 'smoke_alarm',
  'co_alarm', 'fire_extinguisher', 'first_aid', 'cooking_basics', 'hair_dryer', 'iron', 'hangers', 'cleaning_products',
] as const satisfies readonly AmenityCode[]
export const REQUIRED_ESSENTIALS: readonly AmenityCode[] = ESSENTIALS.slice(0, 10)

/** What guests look for first (domain.md §3). */
export const POPULAR = [
  'ac', 'washer', 'dryer', 'dishwasher', 'tv', 'workspace', 'parking', 'ev_charger', 'pool', 'hot_tub', 'bbq', 'patio', 'crib', 'high_chair', 'pets_allowed', 'self_check_in', 'coffee_maker', 'gym',
] as const satisfies readonly AmenityCode[]
/** So many of them may be answered "not sure". */
export const MAX_UNSURE = 3
