/**
 * Process a payment charge with validation.
 *
 * @module
 */

interface ChargeOutput {
  success: boolean;
  charge_id: string;
  message: string;
}

/**
 * @param amount Amount to charge in USD @exclusiveMinimum 0 @maximum 10000
 * @param card_token Tokenized payment card identifier @pattern ^tok_[a-zA-Z0-9]+$
 * @param description Optional payment description @maxLength 200
 * @param customer_email Customer's email address @pattern ^[\w\.-]+@[\w\.-]+\.\w+$
 */
export default function chargePayment(
  amount: number,
  card_token: string,
  description = "",
  customer_email: string | null = null,
): ChargeOutput {
  const receipt = customer_email === null ? "" : `, receipt to ${customer_email}`;
  const about = description === "" ? "" : ` for ${description}`;
  return {
    success: true,
    charge_id: `ch_${card_token.slice("tok_".length)}`,
    message: `Charged $${amount.toFixed(2)}${about}${receipt}`,
  };
}
