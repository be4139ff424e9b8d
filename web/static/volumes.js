/** How loud a screen is, as a share of full scale. */
export const VOLUMES = { low: 0.3, medium: 0.6, high: 1 };
