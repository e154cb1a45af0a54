export default (request: unknown) => {
  const = 5;
};
