export const useWaitingCount = () => 0
