/** Answers after a second. */
export default async () => {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return { status: { slow: true }, children: [] };
};
